import { makeCodec } from './codec.ts';
import { isolatedWorld, type PreloadProcess } from './isolatedWorld.ts';
import { linkWorlds } from './link.ts';
import { mainWorld } from './mainWorld.ts';

export interface ScriptOptions {
  /** Random per window: the event name of the hand-over and the key of tokens. */
  secret: string;
  tag: string;
  blankPrefix: string;
  preloadSource: string | undefined;
  facts: PreloadProcess;
}

/** The two scripts of one window: for the page's world and for the preload's world. Node strips the types, so a function's text is JavaScript. */
export function pageScripts({ secret, tag, blankPrefix, preloadSource, facts }: ScriptOptions): { main: string; isolated: string } {
  const common = [secret, tag, blankPrefix].map((text) => JSON.stringify(text)).join(',');
  const preload = preloadSource === undefined ? 'null' : `function(require,module,exports,process){${preloadSource}\n}`;
  return {
    main: `(${mainWorld})(${common},${linkWorlds});`,
    isolated: `(${isolatedWorld})(${common},${linkWorlds},${makeCodec},${JSON.stringify(facts)},${preload});\n//# sourceURL=preload`,
  };
}
