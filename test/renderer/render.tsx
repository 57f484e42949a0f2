import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Gate } from '../../renderer/features/shell/Gate.tsx';
import { HostProvider } from '../../renderer/host/HostProvider.tsx';
import { i18n, showLanguage } from '../../renderer/i18n/index.ts';
import type { FakeHost } from './harness/fakeHost.ts';

/** Shows a part of the window on a sample host, in English. `again` shows the same part with other properties. */
export async function renderOn(host: FakeHost, node: ReactNode) {
  await showLanguage('en');
  const tree = (part: ReactNode) => (
    <I18nextProvider i18n={i18n}>
      <HostProvider bridge={host}>
        <Gate>{part}</Gate>
      </HostProvider>
    </I18nextProvider>
  );
  const view = render(tree(node));
  return { ...view, again: (part: ReactNode) => view.rerender(tree(part)) };
}
