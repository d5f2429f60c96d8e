import { useSearchParams } from 'wouter'

/** Filters and what is open stand in the address: a link shows a colleague the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  return {
    /** All that can be saved of it: what is open is not. */
    query: changed(params, { aberto: '' }).toString(),
    get: (name: string): string => params.get(name) ?? '',
    /** Changes some of them at once; nothing takes one away. */
    set: (change: Readonly<Record<string, string>>): void =>
      setParams((now) => changed(now, change), { replace: true }),
    /** Replaces the address by the saved one, and closes the drawer. */
    become: (query: string): void => setParams(new URLSearchParams(query)),
  }
}

/** The address with some of its parameters changed; an empty value takes one away. */
export function changed(now: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
