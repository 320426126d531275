export {
  createTranscriber,
  MAX_SPEECH_BYTES,
  type SpeechFailure,
  type Transcriber,
  type Transcription,
} from './create-transcriber.ts';
