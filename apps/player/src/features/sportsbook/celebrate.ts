import styles from './celebrate.module.css'

const pieces = 14

/**
 * A handful of confetti over the foot of the screen, for about a second; nothing of it can be pressed or read out. Who wants
 * stillness gets none: style sheets end animations at once, and the pieces go with them.
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
