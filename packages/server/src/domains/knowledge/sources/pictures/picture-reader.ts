/** A picture as it is sent: one part, or several of a long one, in reading order. */
export type PreparedPicture = { parts: readonly Uint8Array[]; direction: 'down' | 'right' };

/**
 * Why there is no text of a picture. `blind`: no model that sees; `too_much`: more than one answer holds; `refused`: the model
 * will not read it; `busy` and `down`: the same may work later; `unset`: key, name or money of the model.
 */
export type PictureFault = 'blind' | 'too_much' | 'refused' | 'busy' | 'down' | 'unset';

/** What a model made of a picture. `text`: Markdown; empty where there is nothing to read. */
export type PictureAnswer =
  | { kind: 'written'; text: string; model: string; promptTokens: number; completionTokens: number }
  | { kind: 'unread'; fault: PictureFault; retryAfterMs: number | null };

/** Reads pictures with a language model: made by the assistant, handed in by the product. */
export type PictureReader = {
  /** Models that may be asked, by their names in the settings. */
  models: readonly string[];
  /** False where there is no model, or the servers of all have lately said that they take no pictures. */
  canSee(): boolean;
  read(picture: PreparedPicture, signal: AbortSignal): Promise<PictureAnswer>;
};
