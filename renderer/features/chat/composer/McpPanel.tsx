import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../../host/HostProvider.tsx';
import { selectServers } from '../../../host/selectors.ts';
import { useErrorText } from '../../../i18n/errorText.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ServerStateLabel, stateError } from '../../servers/ServerState.tsx';
import { go } from '../../shell/nav.ts';

/** The answer to `/mcp`: servers, their states and tool counts, right where it was asked (WIN-3). */
export function McpPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const servers = useHost(selectServers);
  const errorText = useErrorText();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="rise mb-2 overflow-hidden rounded-lg border border-line bg-raised shadow-2 outline-none focus-visible:border-focus"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="flex h-9 items-center justify-between border-b border-line pr-1.5 pl-3.5">
        <h2 id={titleId} className="text-sm font-semibold">
          {t('chat.mcp.title')}
        </h2>
        <IconButton label={t('chat.mcp.close')} icon={<X size={14} aria-hidden />} size="sm" onClick={onClose} />
      </header>
      {servers.length === 0 ? (
        <p className="px-3.5 py-3 text-sm text-text-2">{t('chat.mcp.empty')}</p>
      ) : (
        <div className="max-h-[34vh] overflow-y-auto">
          <table className="w-full text-sm">
            <thead className="sticky top-0 bg-raised text-start text-2xs text-text-3">
              <tr>
                <th className="px-3.5 py-1.5 text-start font-medium">{t('chat.mcp.server')}</th>
                <th className="px-2 py-1.5 text-start font-medium">{t('chat.mcp.state')}</th>
                <th className="px-2 py-1.5 text-end font-medium">{t('chat.mcp.tools')}</th>
                <th className="px-3.5 py-1.5 text-start font-medium">{t('chat.mcp.transport')}</th>
              </tr>
            </thead>
            <tbody>
              {servers.map((server) => {
                const error = stateError(server.state);
                return (
                  <tr key={server.name} className="border-t border-line">
                    <td className="px-3.5 py-1.5">
                      <button
                        type="button"
                        className="rounded-xs font-medium hover:underline"
                        onClick={() => go({ page: 'servers', name: server.name })}
                      >
                        {server.name}
                      </button>
                    </td>
                    <td className="px-2 py-1.5">
                      <ServerStateLabel state={server.state} />
                      {error && <span className="block text-xs text-text-3">{errorText(error).title}</span>}
                    </td>
                    <td className="num px-2 py-1.5 text-end">{server.counts.tools}</td>
                    <td className="px-3.5 py-1.5 text-xs text-text-2">{t(`servers.transport.${server.transport}`)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
