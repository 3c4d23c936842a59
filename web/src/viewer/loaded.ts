import { useCallback, useEffect, useState } from "react";

interface Loaded<Value> {
  value?: Value;
  error?: unknown;
}

/**
 * What load brought, or why it failed. A value stays until the next load has ended; release hears of each that is not
 * needed any more. Both functions are memoized.
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  release?: (value: Value) => void,
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const loading = load(signal);
    loading.then(
      (value) => signal.aborted || setLoaded({ value }),
      (error: unknown) => signal.aborted || setLoaded({ error }),
    );
    return () => {
      ending.abort();
      if (release) loading.then(release, () => undefined);
    };
  }, [load, release]);
  return loaded;
}

/** The address of an image, for as long as that is shown. load is memoized. */
export function useImage(load: (signal: AbortSignal) => Promise<Blob>): Loaded<string> {
  const address = useCallback(async (signal: AbortSignal) => URL.createObjectURL(await load(signal)), [load]);
  return useLoaded(address, revoke);
}

function revoke(url: string): void {
  URL.revokeObjectURL(url);
}
