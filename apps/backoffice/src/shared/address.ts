import { useSearchParams } from 'wouter'

/** Filters and the open item are in the address: a link shows a colleague the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  return {
    /** The savable part: without the open item. */
    query: changed(params, { aberto: '' }).toString(),
    get: (name: string): string => params.get(name) ?? '',
    /** Changes several at once; an empty value removes one. */
    set: (change: Readonly<Record<string, string>>): void =>
      setParams((now) => changed(now, change), { replace: true }),
    /** Replaces the address by a saved one, and closes the drawer. */
    become: (query: string): void => setParams(new URLSearchParams(query)),
  }
}

/** The address with changed parameters; an empty value removes one. */
export function changed(now: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
