import { crashTimeMs } from '@palpite/games'
import { times } from './texts.ts'

/** The margin around the curve, so that the kite is never cut off. */
const EDGE = 28
/** Heights drawn as lines, in hundredths: about the first three are visible. */
const heights = [125, 150, 200, 300, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000]

/** Draws the curve up to its current value, and the kite at its end. */
export function drawCurve(canvas: HTMLCanvasElement, { at, isOver }: { at: number; isOver: boolean }): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = window.devicePixelRatio || 1
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  pen.clearRect(0, 0, width, height)
  const lastMs = crashTimeMs(at)
  const endMs = Math.max(6000, lastMs)
  const top = Math.max(200, at)
  const x = (ms: number) => EDGE + ((width - 2 * EDGE) * ms) / endMs
  const y = (hundredths: number) => height - EDGE - ((height - 2 * EDGE) * (hundredths - 100)) / (top - 100)
  drawHeights(pen, { width, top, y })
  pen.beginPath()
  for (let step = 0; step <= 60; step += 1) {
    const ms = (lastMs * step) / 60
    pen.lineTo(x(ms), y(100 * Math.exp(0.00006 * ms)))
  }
  pen.strokeStyle = isOver ? '#ff7a8a' : '#c6f24e'
  pen.lineWidth = 4
  pen.lineCap = 'round'
  pen.stroke()
  drawKite(pen, { x: x(lastMs), y: y(at), isOver })
}

type Scale = { width: number; top: number; y: (hundredths: number) => number }

/** The scale of the heights, if there is room for it. */
function drawHeights(pen: CanvasRenderingContext2D, { width, top, y }: Scale): void {
  pen.font = '11px system-ui, sans-serif'
  pen.fillStyle = '#b9c4e0'
  pen.strokeStyle = '#ffffff1f'
  pen.lineWidth = 1
  for (const each of heights.filter((one) => one <= top && one - 100 > (top - 100) / 6)) {
    pen.beginPath()
    pen.moveTo(0, y(each))
    pen.lineTo(width, y(each))
    pen.stroke()
    pen.fillText(`${times(each)}x`, 8, y(each) - 4)
  }
}

function drawKite(pen: CanvasRenderingContext2D, at: { x: number; y: number; isOver: boolean }): void {
  const corners = [
    [0, -22],
    [14, 0],
    [0, 18],
    [-14, 0],
  ] as const
  pen.beginPath()
  for (const [dx, dy] of corners) pen.lineTo(at.x + dx, at.y + dy)
  pen.closePath()
  pen.fillStyle = at.isOver ? '#6b4250' : '#8c5bff'
  pen.fill()
  pen.strokeStyle = '#ffc94d'
  pen.lineWidth = 2
  pen.stroke()
}
