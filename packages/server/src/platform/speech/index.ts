export { createTranscriber, type SpeechFailure, type Transcriber, type Transcription } from './create-transcriber.ts';
