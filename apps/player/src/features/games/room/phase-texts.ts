/** The text of each phase of a round. */
export const phaseTexts = {
  open: 'rooms.phase.open',
  closing: 'rooms.phase.closing',
  drawing: 'rooms.phase.drawing',
  result: 'rooms.phase.result',
  next: 'rooms.phase.next',
} as const
