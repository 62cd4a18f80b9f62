/** No-op worker: starting it makes Chromium re-check the waiting service worker, see ensure-worker-activation.ts. */
close()
