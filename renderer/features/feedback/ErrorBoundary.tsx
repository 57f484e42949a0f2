import { Anchor } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Catches what a view throws, so that one broken view is not a white window. People get a sentence and two ways out, no stack. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: { resetKey?: string }) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <Broken onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex h-full items-center justify-center">
      <EmptyState
        art={<Anchor size={28} aria-hidden />}
        title={t('common.crash.title')}
        actions={
          <>
            <Button variant="primary" onClick={onRetry}>
              {t('common.crash.retry')}
            </Button>
            <Button onClick={() => window.location.reload()}>{t('common.crash.reload')}</Button>
          </>
        }
      >
        {t('common.crash.body')}
      </EmptyState>
    </div>
  );
}
