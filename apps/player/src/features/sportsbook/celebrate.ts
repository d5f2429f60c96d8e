import styles from './celebrate.module.css'

const pieces = 14

/**
 * Confetti at the bottom of the screen for a second, neither interactive nor announced. Under reduced motion CSS ends
 * animations at once and the pieces disappear.
 */
export const celebrate = (): void => {
  const shower = document.createElement('div')
  shower.className = styles['shower'] ?? ''
  shower.ariaHidden = 'true'
  for (let place = 0; place < pieces; place += 1) {
    const piece = document.createElement('i')
    piece.style.setProperty('--place', String(place))
    shower.append(piece)
  }
  shower.lastElementChild?.addEventListener('animationend', () => shower.remove())
  document.body.append(shower)
}
