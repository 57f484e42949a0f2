import { useEffect, useState } from 'react';

/** Long enough that a key or click meant for what was there before does not hit the new question. */
export const ARM_MS = 450;

/** False for a moment after `key` changed. A request that appears under a moving finger must not be allowed by it. */
export function useArmed(key: string): boolean {
  const [armedKey, setArmedKey] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setArmedKey(key), ARM_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return armedKey === key;
}
