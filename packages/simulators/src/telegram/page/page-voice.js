// Voice messages: recorded with the microphone; without one a few notes are recorded instead.
import { setStatus } from './page-render.js';
import { find, readMedia, setButtonLabel, showToast } from './page-state.js';

const SAMPLE_NOTES = [440, 554, 659];
const NOTE_SECONDS = 0.5;
/** Telegram's own form first; not every browser can record it. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

let recording;

/** One press begins to record, the next one sends. */
export function prepareVoice(send) {
  find('voice').onclick = async () => {
    if (recording !== undefined) return recording.stop();
    find('voice').disabled = true;
    const source = (await openMicrophone()) ?? playSample();
    find('voice').disabled = false;
    record(source, send);
  };
}

async function openMicrophone() {
  // A browser has no microphone at all for a page that is neither local nor encrypted.
  const stream = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => undefined);
  if (stream === undefined) return undefined;
  return { stream, close: () => closeTracks(stream) };
}

function closeTracks(stream) {
  for (const track of stream.getTracks()) track.stop();
}

function playSample() {
  showToast('Микрофон недоступен: отправим готовую запись.');
  const audio = new AudioContext();
  const target = audio.createMediaStreamDestination();
  const tone = audio.createOscillator();
  tone.connect(target);
  for (const [at, pitch] of SAMPLE_NOTES.entries())
    tone.frequency.setValueAtTime(pitch, audio.currentTime + at * NOTE_SECONDS);
  tone.start();
  tone.stop(audio.currentTime + SAMPLE_NOTES.length * NOTE_SECONDS);
  tone.onended = () => recording?.stop();
  return { stream: target.stream, close: () => audio.close() };
}

function record({ stream, close }, send) {
  const startedAt = performance.now();
  const parts = [];
  recording = new MediaRecorder(stream, { mimeType: TYPES.find((type) => MediaRecorder.isTypeSupported(type)) });
  recording.ondataavailable = ({ data }) => parts.push(data);
  const readSeconds = () => Math.round((performance.now() - startedAt) / 1000);
  const clock = setInterval(() => setStatus(`Идёт запись: ${readSeconds()} с`), 1000);
  recording.onstop = async () => {
    const [type] = recording.mimeType.split(';');
    recording = undefined;
    clearInterval(clock);
    showRecording(false);
    close();
    const duration = Math.max(1, readSeconds());
    const name = `voice.${type.slice('audio/'.length)}`;
    await send({ voice: { ...(await readMedia(new Blob(parts, { type }))), name, duration } });
  };
  recording.start();
  showRecording(true);
}

function showRecording(isOn) {
  setStatus(isOn ? 'Идёт запись' : undefined);
  find('voice').ariaPressed = String(isOn);
  setButtonLabel('voice', isOn ? 'Остановить и отправить' : 'Записать голосовое');
}
