import { randomUUID } from 'node:crypto';
import { fail, ok } from '../../preload/contract/errors.ts';
import type { DisposableStack } from '../core/base/disposable.ts';
import type { OpenExternal } from '../core/ports.ts';
import { createElicitations, type Elicitations } from '../core/requests/elicitations.ts';
import { formatErrors } from '../core/tools/arguments/explainErrors.ts';
import { checkArguments } from '../core/tools/arguments/validateArguments.ts';
import type { CoreOptions } from './options.ts';

/** The questions of servers. Made only where somebody can be shown one, because what is not made is not declared to servers. */
export function composeQuestions({ clock, logger }: CoreOptions, openExternal: OpenExternal, undo: DisposableStack): Elicitations {
  const elicitations = createElicitations({
    newId: () => randomUUID(),
    clock,
    logger,
    openExternal,
    validate(schema, content, server) {
      const checked = checkArguments(schema, content);
      if (checked.errors.length === 0) return ok(checked.arguments);
      const problems = formatErrors(checked.errors);
      return fail('call.arguments', `The answer is not what "${server}" asked for: ${problems}.`, { params: { server, problems } });
    },
  });
  undo.add(() => elicitations.dispose());
  return elicitations;
}
