import { crashTimeMs } from '@palpite/games'

/** Draws the curve up to where it stands, and the kite at its end. */
export function drawCurve(canvas: HTMLCanvasElement, { at, isOver }: { at: number; isOver: boolean }): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = window.devicePixelRatio || 1
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  pen.clearRect(0, 0, width, height)
  const endMs = Math.max(6000, crashTimeMs(at))
  const top = Math.max(200, at)
  const x = (ms: number) => 12 + ((width - 60) * ms) / endMs
  const y = (hundredths: number) => height - 16 - ((height - 60) * (hundredths - 100)) / (top - 100)
  const lastMs = crashTimeMs(at)
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
