import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { applyLook, useLook } from './shared/look.ts'
import { bindOverlaysToHistory } from './shared/overlays.ts'
import { loadLanguage } from './shared/text/text.ts'

const start = async (): Promise<void> => {
  const look = useLook.getState()
  applyLook(look)
  await loadLanguage(look.language)
  bindOverlaysToHistory()
  const root = document.getElementById('app')
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
}

void start()
