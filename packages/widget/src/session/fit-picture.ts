/** What a larger picture is brought down to: a screenshot of a 5K screen or of a whole page stays readable. */
const FIT_PIXELS = 9_000_000;
const QUALITY = 0.9;

/** The picture as the server takes it: made smaller when it has too many pixels or bytes. Undefined when it is still too large. */
export async function fitPicture(file: Blob): Promise<Blob | undefined> {
  const fitted = await shrink(file).catch(() => file);
  return fitted.size > LIMITS.photoBytes ? undefined : fitted;
}

/** The shape is kept, whatever it is: bounds of the edges would make a long page unreadable. */
async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const pixels = width * height;
  const isFit = pixels <= LIMITS.visitorImagePixels && file.size <= LIMITS.photoBytes;
  const scale = Math.min(1, Math.sqrt(FIT_PIXELS / pixels));
  const canvas = document.createElement('canvas');
  const context = isFit ? null : canvas.getContext('2d');
  if (context) {
    canvas.width = width * scale;
    canvas.height = height * scale;
    // A JPEG has no transparency: without a ground it would be black.
    context.fillStyle = '#fff';
    context.scale(scale, scale);
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0);
  }
  bitmap.close();
  if (!context) return file;
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY));
}
