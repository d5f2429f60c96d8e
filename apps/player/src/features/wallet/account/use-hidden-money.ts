import { useState } from 'react'

const storageKey = 'moneyHidden'

/** Whether this device keeps amounts from curious eyes, and how to change it. */
export const useHiddenMoney = (): [boolean, () => void] => {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(storageKey) === '1')
  const toggle = () => {
    localStorage.setItem(storageKey, isHidden ? '0' : '1')
    setIsHidden(!isHidden)
  }
  return [isHidden, toggle]
}
