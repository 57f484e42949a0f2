import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultBlock, ToolResultView } from '../../../../preload/contract/chat.ts';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

type Image = Extract<ResultBlock, { kind: 'image' }>;

/** An image of a result, small in place and large on demand. It is loaded from the app's own origin by relative URL. */
export function ImageBlock({ block }: { block: Image }) {
  const { t } = useTranslation();
  const [large, setLarge] = useState(false);
  const [failed, setFailed] = useState(false);
  const { file, width, height, note } = block;
  const name = width && height ? t('chat.tool.image', { width, height }) : t('chat.tool.imagePlain');
  if (failed) {
    return (
      <p className="flex items-center gap-2 text-xs text-text-2">
        <ImageOff size={14} aria-hidden /> {t('chat.tool.imageFailed')}
      </p>
    );
  }
  return (
    <figure>
      <button
        type="button"
        aria-label={`${t('chat.tool.zoom')}: ${name}`}
        className="block cursor-zoom-in overflow-hidden rounded-md border border-line bg-well"
        onClick={() => setLarge(true)}
      >
        <img
          src={file.url}
          alt={name}
          width={width}
          height={height}
          loading="lazy"
          className="max-h-64 w-auto max-w-full object-contain"
          onError={() => setFailed(true)}
        />
      </button>
      {note && <figcaption className="mt-1 text-xs text-text-3">{note}</figcaption>}
      <Dialog open={large} onClose={() => setLarge(false)} title={name} size="xl">
        <img src={file.url} alt={name} className="mx-auto max-h-[76vh] rounded-md object-contain" />
      </Dialog>
    </figure>
  );
}

/** The images of a result, for the closed card: what was made to be seen is seen. */
export function ImageBlocks({ result, className }: { result: ToolResultView; className?: string }) {
  const images = result.blocks.filter((block): block is Image => block.kind === 'image');
  if (images.length === 0) return null;
  return (
    <div className={cx('flex flex-wrap gap-2', className)}>
      {images.map((image) => (
        <ImageBlock key={image.file.url} block={image} />
      ))}
    </div>
  );
}
