import { useSearchParams } from 'wouter'

/** Filters and what is open stand in the address: a link shows a colleague the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string): string => params.get(name) ?? '',
    /** Changes some of them at once; nothing takes one away. */
    set: (change: Readonly<Record<string, string>>): void =>
      setParams((now) => changed(now, change), { replace: true }),
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
