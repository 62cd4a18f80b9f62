/** Path of the provider's API, where a build names no other. */
export const USUAL_API_BASE = '/api/v1'
