import { useState } from 'react';
import { TextArea, type TextAreaProps, TextInput, type TextInputProps } from './TextInput.tsx';

/** What is typed stays local until the field is left or Enter is pressed; Escape takes it back. */
function useCommit(value: string, onCommit: (value: string) => void) {
  const [draft, setDraft] = useState<string>();
  return {
    text: draft ?? value,
    setDraft,
    commit: () => {
      if (draft !== undefined && draft !== value) onCommit(draft);
      setDraft(undefined);
    },
    drop: () => setDraft(undefined),
  };
}

type CommitProps<P> = Omit<P, 'onChange'> & { onCommit: (value: string) => void };

export function CommitInput({ value, onCommit, ...rest }: CommitProps<TextInputProps>) {
  const { text, setDraft, commit, drop } = useCommit(value, onCommit);
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') drop();
      }}
    />
  );
}

export function CommitArea({ value, onCommit, ...rest }: CommitProps<TextAreaProps>) {
  const { text, setDraft, commit } = useCommit(value, onCommit);
  return <TextArea {...rest} value={text} onChange={setDraft} onBlur={commit} />;
}
