import type { Effect } from '../../../../preload/contract/permissions.ts';
import type { Tone } from '../../../ui/Badge.tsx';

export const EFFECT_TONE: Record<Effect, Tone> = { allow: 'ok', ask: 'busy', deny: 'bad' };
