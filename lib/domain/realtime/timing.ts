import { dayMs, hourMs, minuteMs, secondMs } from '#lib/platform/durations.ts';

/** Lease of a runner, renewed while it lives. A killed runner is replaced when it has expired, and its successor needs two seconds more to load models. */
export const leaseMs = 4 * secondMs;

/** Interval at which a runner renews its lease. That is a write of the session, which costs twenty times as much as a read. */
export const renewMs = 2 * secondMs;

/** Interval at which a runner reads the session, which shows it a new connection and a cancellation. */
export const watchMs = secondMs;

/** Interval at which a working runner checks whether a renewal or a read is due, so that a renewal has 1.5 s to succeed. */
export const beatMs = secondMs / 2;

/** Time for a runner that was woken to claim the session, before it is woken again. */
export const wakeMs = 5 * secondMs;

/** Time without input after which a runner returns. The next message wakes another one. */
export const parkMs = 10 * secondMs;

/** Time without audio and ping after which a session ends. */
export const idleMs = 10 * minuteMs;

/** Time without audio and ping after which the client is warned of that end. */
export const idleWarningMs = 8 * minuteMs;

/** Interval at which the sweeper looks at a live session. Less than the minute between its runs, or it would miss every other one. */
export const sweepMs = 50 * secondMs;

/** Runners that may claim a session without progress, before the session fails. */
export const maxClaims = 15;

/** Minimum interval between two acknowledgements, also those within partial texts. Each is a message that is paid for. */
export const ackMs = 2 * secondMs;

/** Maximum interval between two acknowledgements that are events of their own, not part of a partial text. */
export const maxAckMs = 10 * secondMs;

/** Interval at which an acknowledgement is repeated while nothing new arrives. */
export const repeatAckMs = 4 * secondMs;

/** Audio of which partial texts may tell before that is recorded. A record is a write that is paid for. */
export const toldStepMs = secondMs;

/** Audio before a text that may wait in the resampler. So it is not in the text, nor decided by an end at this place. */
export const resampledMs = 100;

/** Age of a gap in the audio after which its bytes are requested, and interval of further requests. */
export const resendMs = 2 * secondMs;

/** Requests for missing bytes before they count as silence, after ten seconds in all. */
export const maxAsks = 4;

/** A client may be this much audio ahead of `maxSpeed` times the real time. */
export const maxLeadMs = 30 * secondMs;
export const maxSpeed = 4;

/** Audio that may wait for recognition before the client is warned. */
export const behindMs = 30 * secondMs;

/** Audio that waits when a warned client counts as caught up, and may be warned again. Less than `behindMs`: how long bytes of WebM last is guessed. */
export const caughtUpMs = behindMs / 2;

/** Maximum wall time of a session, as a multiple of its longest audio. */
export const maxWallFactor = 1.5;

/** Interval at which a runner checks the credit, or the test quota: of time, or of audio if that comes faster. */
export const allowanceMs = minuteMs;

/** Time for the translation of a segment, after which it has none. */
export const translateMs = 10 * secondMs;

/** Time after the end of the audio in which translations that are not ready are awaited. */
export const lastTranslationsMs = 15 * secondMs;

/** Audio that the credit must cover, or the client is warned that it ends. */
export const lowCreditMs = 3 * minuteMs;

/** API Gateway closes a connection after two hours. The client is warned before. */
export const connectionMs = 2 * hourMs;
export const connectionWarningMs = 110 * minuteMs;

/** Audio left of a session's maximum at which the client is warned. */
export const endWarningMs = minuteMs;

/** Time after the handshake during which API Gateway may not know the connection yet. */
export const handshakeMs = 5 * secondMs;

/** Frames are deleted this long after their arrival. */
export const frameKeptMs = dayMs;

/** Time after the end of a session during which a client may still fetch missed events. */
export const resumableMs = hourMs;

/** Time left of a function's run at which a runner calls its successor, in the next pause or at once. */
export const handoverMs = 3 * minuteMs;
export const latestHandoverMs = minuteMs;

/** Time for a successor to load its models, and the longest that it waits for the session. */
export const loadMs = 3 * secondMs;
export const successorMs = 20 * secondMs;
export const claimPollMs = 250;

/** Minimum interval at which pings are recorded. */
export const pingNoteMs = minuteMs;

/** New audio that a message brings at least, or it counts as one without audio. An AudioWorklet gives 2.7 ms at once. */
export const emptyMessageMs = 1;

/**
 * Messages without new audio that a session may send in a while. An honest client sends a ping every 20 s, `hello` or `finish` every
 * two, and after a fault its marks and some audio again. Few in a long time, because one process takes only some ten messages a second.
 */
export const maxEmptyMessages = 300;
export const emptyWindowMs = minuteMs;
