/** Type and subtype without parameters, in lower case (RFC 9110 8.3). */
export const mediaType = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

export const isEventStream = (contentType: string): boolean => mediaType(contentType) === 'text/event-stream';
