/** The village in gold on green, for messages that lead to a page without a photograph. Messengers show no drawings in SVG. */
export const shareImage = '/share.png';
