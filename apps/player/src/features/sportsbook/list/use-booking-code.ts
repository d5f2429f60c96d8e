import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { openOverlay } from '../../../shared/overlays.ts'
import { sharedCode, withoutCode } from './shared-code.ts'

/** Opens the slip whose code is in the address or in a shared text, once. */
export const useBookingCode = (): void => {
  const [search, setSearch] = useSearchParams()
  const code = sharedCode(search)
  useEffect(() => {
    if (code === null) return
    setSearch(withoutCode, { replace: true })
    openOverlay('booking', { code })
  }, [code, setSearch])
}
