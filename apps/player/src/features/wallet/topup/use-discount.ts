import { useState } from 'react'
import { useUser } from '../../../shared/use-user.ts'

/** The current discount from the user info, with a callback at its end. */
export function useDiscount() {
  const known = useUser()?.payDiscount
  const [overAt, setOverAt] = useState(0)
  const isOver = !known || known.expiredTime <= overAt
  return {
    discount: isOver ? undefined : known,
    /** The discounted fraction; 0 without a discount. */
    share: isOver ? 0 : known.discount,
    end: () => setOverAt(known?.expiredTime ?? 0),
  }
}
