import { useCallback, useEffect, useState } from "react";

interface Loaded<Value> {
  value?: Value;
  error?: unknown;
}

/**
 * The result of load, or its error. A value stays until the next load ends; release is called for each value that is no
 * longer needed. Both functions must be memoized.
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

/** The URL of an image while it is shown. load must be memoized. */
export function useImage(load: (signal: AbortSignal) => Promise<Blob>): Loaded<string> {
  const address = useCallback(async (signal: AbortSignal) => URL.createObjectURL(await load(signal)), [load]);
  return useLoaded(address, revoke);
}

function revoke(url: string): void {
  URL.revokeObjectURL(url);
}
