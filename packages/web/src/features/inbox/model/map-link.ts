const coordinatesPattern = /^\s*(-?\d{1,3}(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** A map of the coordinates of a location; null when the text holds none. */
export function mapLink(coordinates: string | null): string | null {
  const match = coordinatesPattern.exec(coordinates ?? '');
  if (match === null) return null;
  const [, latitude, longitude] = match;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}
