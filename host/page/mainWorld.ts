import type { linkWorlds } from './link.ts';

/**
 * Runs in the page's world before any script of the page: waits for the preload's world to hand over the node,
 * then puts exposed APIs on `window`, frozen. Injected as source; closes over nothing but its arguments.
 */
export function mainWorld(secret: string, tag: string, blank: string, link: typeof linkWorlds): void {
  if (window !== window.top || location.href.startsWith(blank)) return;
  const ends = link(globalThis, tag, 'm', 'i');
  const { defineProperty } = Object;
  const { apply } = Reflect;
  const hasOwn = Object.prototype.hasOwnProperty;
  const page = window;
  const relatedOf = Object.getOwnPropertyDescriptor(MouseEvent.prototype, 'relatedTarget')?.get as () => EventTarget;
  const boot = (event: Event): void => {
    document.removeEventListener(secret, boot, true);
    event.stopImmediatePropagation();
    ends.offer((key, api) => {
      if (apply(hasOwn, page, [key as string])) throw new Error('Cannot bind an API on top of an existing property on the window object');
      defineProperty(page, key as string, { value: ends.freezeDeep(api), enumerable: true, configurable: false, writable: false });
    });
    ends.attach(apply(relatedOf, event, []));
  };
  document.addEventListener(secret, boot, true);
}
