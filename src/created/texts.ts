/** Whether a text came back as sent, surrounding blanks and Unicode normalisation aside (create.fields). */
export function sameText(sent: string, received: string): boolean {
  return sent === received || normal(sent) === normal(received);
}

function normal(text: string): string {
  return text.trim().normalize('NFC');
}
