import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { lookNow } from './shared/look.ts'
import { loadLanguage } from './shared/text.ts'

const place = document.getElementById('app')
if (!place) throw new Error('the page has no place for the app')
await loadLanguage(lookNow().language)
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
