import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectConversations } from '../../host/selectors.ts';
import { useNav } from '../shell/nav.ts';
import { ConversationItem } from './ConversationItem.tsx';
import { groupConversations } from './groupConversations.ts';
import { SearchHits } from './SearchHits.tsx';

/** All conversations by day; with a query the ones whose title matches, then hits in the messages. */
export function ConversationList({ query }: { query: string }) {
  const { t } = useTranslation();
  const conversations = useHost(selectConversations);
  const current = useNav(({ place }) => (place.page === 'chat' ? place.id : undefined));
  const needle = query.trim().toLocaleLowerCase();
  const shown = useMemo(
    () => (needle ? conversations.filter((conversation) => conversation.title.toLocaleLowerCase().includes(needle)) : conversations),
    [conversations, needle],
  );
  const groups = useMemo(() => groupConversations(shown, Date.now()), [shown]);
  if (conversations.length === 0) return <p className="px-2.5 py-3 text-sm text-text-3">{t('shell.emptyList')}</p>;
  return (
    <>
      {groups.map((group) => (
        <section key={group.name} aria-label={t(`shell.group.${group.name}`)} className="pb-2">
          <h3 className="px-2.5 pt-2 pb-1 text-2xs font-medium text-text-3">{t(`shell.group.${group.name}`)}</h3>
          <ul>
            {group.items.map((conversation) => (
              <li key={conversation.id}>
                <ConversationItem conversation={conversation} current={conversation.id === current} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {needle && <SearchHits query={query.trim()} none={shown.length === 0} />}
    </>
  );
}
