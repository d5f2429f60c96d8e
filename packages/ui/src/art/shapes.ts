/** A point of a drawing. */
export type Point = readonly [x: number, y: number]

/** The corners of a regular polygon, the first one straight up unless told otherwise. */
export const polygon = (
  radius: number,
  corners: number,
  startDegrees = -90,
  centre: Point = [0, 0],
): Point[] =>
  Array.from({ length: corners }, (_, index) => {
    const angle = ((startDegrees + (360 / corners) * index) * Math.PI) / 180
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)] as const
  })

/** Points in the format of SVG's `points` attribute. */
export const pointsText = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

/** A four-pointed spark around the origin. */
export const sparkPath = (r: number): string =>
  `M0 ${-r}C${r * 0.16} ${-r * 0.2} ${r * 0.2} ${-r * 0.16} ${r} 0 ${r * 0.2} ${r * 0.16} ${r * 0.16} ${r * 0.2} 0 ${r} ${-r * 0.16} ${r * 0.2} ${-r * 0.2} ${r * 0.16} ${-r} 0 ${-r * 0.2} ${-r * 0.16} ${-r * 0.16} ${-r * 0.2} 0 ${-r}Z`
