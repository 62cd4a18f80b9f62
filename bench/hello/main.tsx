import { createRoot } from 'react-dom/client'
import { must } from '../../src/lib/assert.ts'

/** The least that a React app can show: the floor of the relaunch bench. */
createRoot(must(document.getElementById('root'), '#root')).render(<h1>Hello</h1>)
