/** The only style sheet of the sandbox's pages: small, readable on a phone, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --page: #f4f6f8; --card: #fff; --ink: #17212b; --soft: #5b6875; --line: #dfe5ea;
  --strong: #0b7a5b; --on-strong: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --page: #11171d; --card: #1a222b; --ink: #eef2f5; --soft: #9fadba;
  --line: #2d3843; --strong: #37c79b; --on-strong: #06251b; --bad: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: 1rem }
main.wide { max-width: 60rem }
header { padding: 1rem 0; color: var(--soft); font-size: .875rem }
header a { color: inherit }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.0625rem; margin: 1.5rem 0 .5rem }
section { background: var(--card); border: 1px solid var(--line); border-radius: .875rem; padding: 1.25rem;
  margin-bottom: 1rem }
section > :first-child { margin-top: 0 } section > :last-child { margin-bottom: 0 }
label { display: block; margin: .875rem 0 .25rem; font-weight: 600 }
input, textarea, button { width: 100%; font: inherit; color: inherit; border-radius: .625rem; padding: .75rem }
input, textarea { background: var(--page); border: 1px solid var(--line) }
textarea { min-height: 7rem; font-family: ui-monospace, monospace; font-size: .875rem; word-break: break-all }
button { margin-top: 1.25rem; min-height: 3rem; border: 0; background: var(--strong); color: var(--on-strong);
  font-weight: 700; cursor: pointer }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
.amount { font-size: 2.25rem; font-weight: 700; margin: .25rem 0 }
.soft { color: var(--soft) }
.bad { color: var(--bad); font-weight: 600 }
dl { margin: 1rem 0 0 } dt { color: var(--soft); font-size: .875rem } dd { margin: 0 0 .625rem; overflow-wrap: anywhere }
ul { padding-left: 1.125rem } li { margin-bottom: .375rem }
a { color: var(--strong) } code { font-size: .875em; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0 }
summary { cursor: pointer }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: .375rem .5rem .375rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
`
