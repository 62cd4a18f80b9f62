/** Path of the provider's API for builds that set no VITE_API_BASE. */
export const USUAL_API_BASE = '/api/v1'
