import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Gate } from '../../renderer/features/shell/Gate.tsx';
import { HostProvider } from '../../renderer/host/HostProvider.tsx';
import { i18n, showLanguage } from '../../renderer/i18n/index.ts';
import type { FakeHost } from './harness/fakeHost.ts';

/** Shows a part of the window on a sample host, in English. */
export async function renderOn(host: FakeHost, node: ReactNode) {
  await showLanguage('en');
  const view = render(
    <I18nextProvider i18n={i18n}>
      <HostProvider bridge={host}>
        <Gate>{node}</Gate>
      </HostProvider>
    </I18nextProvider>,
  );
  return view;
}
