type Section = { readonly title: string; readonly paragraphs: readonly string[] };

type Notice = {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly contact: string;
  readonly writeTo: string;
  readonly noContact: string;
};

const english: Notice = {
  title: 'Privacy notice',
  sections: [
    {
      title: 'If you look around',
      paragraphs: [
        'You need no account. We count visits to places and clicks on their links, without storing who you are: a code made from your IP address and browser is kept in memory for at most 48 hours, so that you are counted once. There are no advertisements and no trackers. What you save stays on your device. Signed-in people get two cookies: one for two seconds after they save something, one for an hour so that they see photographs that are not public.',
        'Maps may load pictures from a map service, such as OpenStreetMap, and a video loads from its site when you play it. Those sites then see your IP address.',
      ],
    },
    {
      title: 'If you list a business',
      paragraphs: [
        'You give your name, identity card number, telephone number, email address and a password. Without them there is no account. We use them to let you log in and to reach you about your listings; the identity card number only to make sure that each person has one account. The identity card number and the password are stored so that nobody can read them on this site. We write to your email address to confirm it, when it is changed, for a new password, and about decisions on your listings; you can switch off the last.',
        'What you enter about the business is public once an administrator has approved it, apart from the email address of the listing. Administrators see your name and everything about your listings, with their history.',
        'Photographs are stored without the place and time that a phone writes into them.',
      ],
    },
    {
      title: 'Who else gets it',
      paragraphs: [
        'Nobody except services that this site uses: a mail service delivers our emails, and a map service gets the address that you look up in the form, or the position of your pin, without your name. What is public can be copied by anybody.',
      ],
    },
    {
      title: 'How long, and your rights',
      paragraphs: [
        'We keep your data while you have an account. Under the Personal Data Protection Act 2010 you may see them, correct them and have them erased. On your account page you can download everything and delete the account, with your photographs and everything personal in your listings, in their history too. You correct your listings yourself, and on your account page your name, telephone number and email address.',
        'Backups may hold erased data for some time longer.',
      ],
    },
  ],
  contact: 'Contact',
  writeTo: 'For questions, corrections and complaints, write to',
  noContact:
    'For questions, corrections and complaints, ask those who gave you the address of this site.',
};

const malay: Notice = {
  title: 'Notis privasi',
  sections: [
    {
      title: 'Jika anda melayari direktori',
      paragraphs: [
        'Anda tidak memerlukan akaun. Kami mengira lawatan ke halaman tempat dan klik pada pautannya tanpa menyimpan identiti anda: satu kod yang dibuat daripada alamat IP dan pelayar anda disimpan dalam ingatan komputer selama paling lama 48 jam, supaya anda dikira sekali sahaja. Tiada iklan dan tiada penjejak. Tempat yang anda simpan kekal pada peranti anda. Pengguna yang log masuk menerima dua kuki: satu selama dua saat selepas menyimpan sesuatu, satu lagi selama sejam supaya mereka dapat melihat gambar yang tidak umum.',
        'Peta mungkin memuatkan gambar daripada perkhidmatan peta, seperti OpenStreetMap, dan video dimuatkan daripada lamannya apabila anda memainkannya. Laman tersebut akan melihat alamat IP anda.',
      ],
    },
    {
      title: 'Jika anda menyenaraikan perniagaan',
      paragraphs: [
        'Anda memberikan nama, nombor kad pengenalan, nombor telefon, alamat e-mel dan kata laluan. Tanpanya akaun tidak dapat dibuka. Kami menggunakannya supaya anda boleh log masuk dan supaya kami dapat menghubungi anda tentang penyenaraian anda; nombor kad pengenalan hanya untuk memastikan setiap orang mempunyai satu akaun. Nombor kad pengenalan dan kata laluan disimpan supaya tiada sesiapa dapat membacanya di laman ini. Kami menghantar e-mel kepada anda untuk mengesahkan alamat, apabila alamat ditukar, untuk kata laluan baharu, dan tentang keputusan penyenaraian anda; yang terakhir boleh anda hentikan.',
        'Maklumat perniagaan yang anda masukkan menjadi umum setelah diluluskan oleh pentadbir, kecuali alamat e-mel penyenaraian itu. Pentadbir melihat nama anda dan semua tentang penyenaraian anda, termasuk sejarahnya.',
        'Gambar disimpan tanpa lokasi dan masa yang ditulis oleh telefon.',
      ],
    },
    {
      title: 'Siapa lagi yang menerimanya',
      paragraphs: [
        'Tiada sesiapa kecuali perkhidmatan yang digunakan oleh laman ini: perkhidmatan e-mel menghantar e-mel kami, dan perkhidmatan peta menerima alamat yang anda cari dalam borang, atau kedudukan pin anda, tanpa nama anda. Maklumat umum boleh disalin oleh sesiapa sahaja.',
      ],
    },
    {
      title: 'Tempoh simpanan dan hak anda',
      paragraphs: [
        'Kami menyimpan data anda selagi anda mempunyai akaun. Di bawah Akta Perlindungan Data Peribadi 2010, anda boleh melihat, membetulkan dan memadamkannya. Di halaman akaun, anda boleh memuat turun semuanya dan memadamkan akaun berserta gambar dan semua maklumat peribadi dalam penyenaraian anda, termasuk dalam sejarahnya. Penyenaraian boleh anda betulkan sendiri, begitu juga nama, nombor telefon dan alamat e-mel di halaman akaun.',
        'Salinan sandaran mungkin menyimpan data yang telah dipadamkan untuk sementara waktu.',
      ],
    },
  ],
  contact: 'Hubungi kami',
  writeTo: 'Untuk pertanyaan, pembetulan dan aduan, tulis kepada',
  noContact:
    'Untuk pertanyaan, pembetulan dan aduan, hubungi pihak yang memberikan alamat laman ini kepada anda.',
};

export const privacyTexts = {
  description:
    'What this directory stores about visitors and owners, what for, how long, and how to have it erased.',
  english,
  malay,
};
