import './print-ticket.css'

/** Prints one ticket, dark on white in any theme, without buttons. */
export const printTicket = (ticket: Element): void => {
  const sheet = document.createElement('div')
  sheet.dataset['print'] = ''
  sheet.dataset['theme'] = 'light'
  sheet.append(ticket.cloneNode(true))
  for (const button of sheet.querySelectorAll('button:not([aria-expanded]), [role=slider], input'))
    button.remove()
  document.body.append(sheet)
  addEventListener('afterprint', () => sheet.remove(), { once: true })
  print()
}
