import { rejectionLabels } from '@directory/domain';
import type { ReasonCode } from '../contracts/business-requests.ts';
import type { MailLanguage } from '../accounts/mail-store.ts';

export type Words = {
  readonly subject: string;
  /** A text each; line breaks within it are kept. */
  readonly paragraphs: readonly string[];
  /** The label of the link to the one thing to do. */
  readonly link: string;
  /** Why it was sent, and what may be done about it. */
  readonly footer: string;
};

const reasons: Readonly<Record<string, string>> = rejectionLabels;

const english = {
  site: 'Kampong Bharu Directory',
  linkHint: 'If the button does not work, open this address:',
  /** It leaves out the name, as anybody can register with any name and address. */
  reset: {
    subject: 'Choose a new password',
    paragraphs: [
      'Hello,',
      'Somebody asked for a new password for your account. The link below works once, for 30 minutes.',
    ],
    link: 'Choose a new password',
    footer: 'If it was not you, ignore this email: your password stays as it is.',
  },
  verification: {
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello,',
      'Please confirm that this email address is yours. The link below works for 3 days.',
    ],
    link: 'Confirm my address',
    footer:
      'You received this email because somebody entered this address at Kampong Bharu Directory. If it was not you, ignore it.',
  },
  /** It goes to the former address and leaves out the new one. */
  addressChange: {
    subject: 'Your email address was changed',
    paragraphs: [
      'Hello,',
      'Your account now has another email address. Log in with that one; this address will get no more emails about the account.',
      'If it was not you, somebody knows your password. If you are still logged in on a phone or computer, open your account there, change the password at once, and then the address. Otherwise contact us.',
    ],
    link: 'How to contact us',
    footer:
      'You received this email because this was the address of your account at Kampong Bharu Directory.',
  },
  approved: (owner: string, business: string) => ({
    subject: `${business} is now public`,
    paragraphs: [`Hi ${owner},`, `Your listing “${business}” was approved. Everybody can see it.`],
    link: 'See your listing',
    footer: 'You get this email because you have a listing at Kampong Bharu Directory.',
  }),
  rejected: (owner: string, business: string) => ({
    subject: `${business} needs changes`,
    paragraphs: [
      `Hi ${owner},`,
      `Your listing “${business}” was not approved. You can edit it and submit it again.`,
    ],
    link: 'Edit your listing',
    footer: 'You get this email because you have a listing at Kampong Bharu Directory.',
  }),
  reason: 'The reason:',
  reasons,
  summary: (waiting: number) => ({
    subject: `${waiting} ${waiting === 1 ? 'listing is' : 'listings are'} waiting for review`,
    paragraphs: [
      waiting === 1
        ? 'One listing is waiting for your decision.'
        : `${waiting} listings are waiting for your decision.`,
    ],
    link: 'Open the review queue',
    footer: 'You get this email once a day, if anything is waiting, because you asked for it.',
  }),
  unsubscribe: 'Unsubscribe',
};

type MailTexts = typeof english;

const malay: MailTexts = {
  site: 'Kampong Bharu Directory',
  linkHint: 'Jika butang tidak berfungsi, buka alamat ini:',
  reset: {
    subject: 'Pilih kata laluan baharu',
    paragraphs: [
      'Salam sejahtera,',
      'Seseorang telah meminta kata laluan baharu untuk akaun anda. Pautan di bawah boleh digunakan sekali sahaja, dalam masa 30 minit.',
    ],
    link: 'Pilih kata laluan baharu',
    footer: 'Jika bukan anda, abaikan e-mel ini: kata laluan anda tidak berubah.',
  },
  verification: {
    subject: 'Sahkan alamat e-mel anda',
    paragraphs: [
      'Salam sejahtera,',
      'Sila sahkan bahawa alamat e-mel ini milik anda. Pautan di bawah boleh digunakan selama 3 hari.',
    ],
    link: 'Sahkan alamat saya',
    footer:
      'Anda menerima e-mel ini kerana seseorang memberikan alamat ini di Kampong Bharu Directory. Jika bukan anda, abaikan sahaja.',
  },
  addressChange: {
    subject: 'Alamat e-mel anda telah ditukar',
    paragraphs: [
      'Salam sejahtera,',
      'Akaun anda kini mempunyai alamat e-mel lain. Log masuk dengan alamat itu; alamat ini tidak lagi menerima e-mel tentang akaun tersebut.',
      'Jika bukan anda yang menukarnya, ada orang yang mengetahui kata laluan anda. Jika anda masih log masuk pada telefon atau komputer, buka akaun anda di situ, tukar kata laluan dengan segera, kemudian alamatnya. Jika anda tidak lagi log masuk, hubungi kami.',
    ],
    link: 'Cara menghubungi kami',
    footer:
      'Anda menerima e-mel ini kerana ini ialah alamat akaun anda sebelum ini di Kampong Bharu Directory.',
  },
  approved: (owner, business) => ({
    subject: `${business} kini dipaparkan`,
    paragraphs: [
      `Salam ${owner},`,
      `Penyenaraian anda “${business}” telah diluluskan dan boleh dilihat oleh semua orang.`,
    ],
    link: 'Lihat penyenaraian anda',
    footer:
      'Anda menerima e-mel ini kerana anda mempunyai penyenaraian di Kampong Bharu Directory.',
  }),
  rejected: (owner, business) => ({
    subject: `${business} perlu diubah`,
    paragraphs: [
      `Salam ${owner},`,
      `Penyenaraian anda “${business}” tidak diluluskan. Anda boleh mengubahnya dan menghantarnya semula.`,
    ],
    link: 'Ubah penyenaraian anda',
    footer:
      'Anda menerima e-mel ini kerana anda mempunyai penyenaraian di Kampong Bharu Directory.',
  }),
  reason: 'Sebabnya:',
  reasons: {
    'wrong-category': 'Kategori salah',
    contact: 'Maklumat hubungan tiada atau salah',
    location: 'Pin lokasi salah',
    photo: 'Gambar tidak sesuai',
    duplicate: 'Pendua',
    outside: 'Di luar Kampong Bharu',
    incomplete: 'Butiran tidak lengkap',
    spam: 'Spam atau palsu',
    other: 'Lain-lain',
  } satisfies Record<ReasonCode, string>,
  summary: (waiting) => ({
    subject: `${waiting} penyenaraian menunggu semakan`,
    paragraphs: [`${waiting} penyenaraian menunggu keputusan anda.`],
    link: 'Lihat yang menunggu semakan',
    footer:
      'Anda menerima e-mel ini sekali sehari, jika ada yang menunggu, kerana anda memintanya.',
  }),
  unsubscribe: 'Hentikan e-mel ini',
};

export const mailTexts: Readonly<Record<MailLanguage, MailTexts>> = { en: english, ms: malay };
