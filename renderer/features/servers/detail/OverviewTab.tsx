import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../../preload/contract/servers.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Pipeline } from '../../../ui/Pipeline.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { FoldedText } from '../../../ui/text/FoldedText.tsx';
import { SecretsKept } from '../SecretsKept.tsx';
import { useServerActions } from '../useServerActions.ts';

export function OverviewTab({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  return (
    <div className="@container px-5 py-4">
      <div className="grid gap-6 @xl:grid-cols-2">
        <section>
          <h3 className="mb-3 text-sm font-semibold">{t('servers.overview.pipeline')}</h3>
          <Pipeline stages={server.pipeline} />
        </section>
        <section>
          <h3 className="mb-2 text-sm font-semibold">{t('servers.overview.connection')}</h3>
          <Facts server={server} />
        </section>
      </div>
      {server.noise && (
        <Callout tone="warn" className="mt-5">
          {t('servers.noise', { count: server.noise.lines, last: server.noise.last })}
        </Callout>
      )}
      <TrustSwitch server={server} />
      {server.instructions && (
        <section className="mt-5">
          <h3 className="mb-1 text-sm font-semibold">{t('servers.overview.instructions')}</h3>
          <FoldedText text={server.instructions} className="rounded-md border border-line bg-well px-3 py-2 text-sm text-text-2" />
        </section>
      )}
    </div>
  );
}

function Facts({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const { counts, serverInfo, era, protocolVersion } = server;
  const protocol = [protocolVersion, era && t(`servers.overview.era.${era}`)].filter(Boolean).join(' · ');
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      <Fact name={t(server.transport === 'stdio' ? 'servers.overview.target' : 'servers.overview.address')}>
        <code className="code">{server.target}</code>
      </Fact>
      {serverInfo && <Fact name={t('servers.overview.server')}>{`${serverInfo.title ?? serverInfo.name} ${serverInfo.version}`}</Fact>}
      {protocol && <Fact name={t('servers.overview.protocol')}>{protocol}</Fact>}
      {server.connectMs !== undefined && <Fact name={t('servers.overview.connectTime')}>{duration(server.connectMs)}</Fact>}
      {server.latencyMs !== undefined && <Fact name={t('servers.overview.latency')}>{duration(server.latencyMs)}</Fact>}
      {server.state.kind === 'connected' && (
        <Fact name={t('servers.overview.counts')}>
          {[
            t('servers.tools', { count: counts.tools }),
            t('servers.resources', { count: counts.resources }),
            t('servers.prompts', { count: counts.prompts }),
          ].join(', ')}
        </Fact>
      )}
      <Fact name={t('servers.overview.level')}>
        {t(`servers.level.${server.level}`)} <span className="text-text-3">({t(`servers.levelHelp.${server.level}`)})</span>
        {server.hides.length > 0 && (
          <span className="block text-xs text-text-3">
            {t('servers.hides', { count: server.hides.length, levels: server.hides.map((entry) => t(`servers.level.${entry.level}`)).join(', ') })}
          </span>
        )}
      </Fact>
      <Fact name={t('servers.overview.file')}>
        <code className="code">{server.file}</code>
      </Fact>
      {server.envNames.length > 0 && <Names name={t('servers.overview.env')} names={server.envNames} />}
      {server.headerNames.length > 0 && <Names name={t('servers.overview.headers')} names={server.headerNames} />}
      {server.secrets && (
        <Fact name={t('entry.secrets.heading')}>
          <SecretsKept secrets={server.secrets} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="num min-w-0 [overflow-wrap:anywhere] select-text">{children}</dd>
    </>
  );
}

function Names({ name, names }: { name: string; names: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Fact name={name}>
      <code className="code">{names.join(', ')}</code>
      <span className="block text-xs text-text-3">{t('servers.overview.valuesHidden')}</span>
    </Fact>
  );
}

/** Trust in a server's own statements (PER-2); apart from folder trust, off by default, and explained where it is switched. */
function TrustSwitch({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const actions = useServerActions();
  const id = useId();
  return (
    <section className="mt-5 flex items-start gap-3 rounded-lg border border-line px-3.5 py-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="text-sm font-medium">
          {t('servers.overview.trust')}
        </label>
        <p id={`${id}-help`} className="mt-0.5 max-w-[72ch] text-xs text-pretty text-text-2">
          {t('servers.overview.trustHelp')}
        </p>
      </div>
      <Switch
        id={id}
        describedBy={`${id}-help`}
        label={t('servers.overview.trust')}
        checked={server.trustAnnotations}
        onChange={(trust) => void actions.setTrust(server.name, trust)}
      />
    </section>
  );
}
