const NOTES = [
  { hertz: 660, from: 0 },
  { hertz: 880, from: 0.12 },
] as const;
const SECONDS = 0.3;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/** Two short notes. Before the first click in a page browsers allow no sound: then there is none. */
export async function playSound(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await Promise.race([context.resume(), Promise.resolve()]);
  if (context.state !== 'running') return;
  for (const { hertz, from } of NOTES) {
    const start = context.currentTime + from;
    const gain = context.createGain();
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(gain).connect(context.destination);
    note.start(start);
    note.stop(start + SECONDS);
  }
}
