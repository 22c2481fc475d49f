/** Rare names, each in a sentence where a common word would also fit. */
export const sentences = {
  Zylotex: 'The doctor told her to take Zylotex twice a day.',
  Kubernetes: 'We moved all our servers to Kubernetes last winter.',
  Terraform: 'The whole network is described in Terraform now.',
  Grafana: 'Please have a look at the new charts in Grafana.',
  sertraline: 'He was given fifty milligrams of sertraline in the morning.',
  Xarelto: 'The nurse asked whether she still takes Xarelto at night.',
  Metoprolol: 'Metoprolol lowers the blood pressure within an hour.',
  Przybylski: 'Mister Przybylski will call you back before noon.',
  Oyelaran: 'The next talk will be given by Doctor Oyelaran.',
  Szymborska: 'She read a poem by Szymborska to the class.',
  Tchaikovsky: 'The orchestra will play Tchaikovsky after the break.',
  Ljubljana: 'Our train to Ljubljana leaves at seven.',
  Reykjavik: 'They spent a whole week in Reykjavik last summer.',
  Ouagadougou: 'The flight to Ouagadougou was late again.',
  Nuku: 'The ship reached Nuku on the third day.',
  Vladivostok: 'The longest railway ends in Vladivostok.',
  Saoirse: 'I met Saoirse at the market yesterday.',
  Nguyen: 'Please send the contract to Miss Nguyen today.',
  Okonkwo: 'The judge asked Okonkwo to sit down.',
  Lindqvist: 'Lindqvist scored twice in the second half.',
  Anduril: 'The old sword was called Anduril in the story.',
  Hearthglen: 'The road to Hearthglen is closed because of snow.',
  Brivlo: 'You can pay for the ticket with Brivlo.',
  Quantexa: 'She has worked for Quantexa since the spring.',
  Xiaomi: 'He bought a cheap phone made by Xiaomi.',
  Huawei: 'The new tower was built by Huawei engineers.',
  Acme: 'Nobody at Acme knew the reason.',
  Feynman: 'The lecture by Feynman is still worth reading.',
} as const;

/** Names that occur in recordings of people, by file. */
export const recorded = {
  'en-fleurs-002.ogg': ['Sintra', 'Byron'],
  'en-phone-order-8k.flac': ['Chromecast', 'Chromecast Ultra'],
  'en-quilter.flac': ['Quilter'],
  'en-austen-0870.flac': ['Dashwood'],
  'en-fleurs-001.ogg': ['sie'],
} as const;

/** Terms that occur in no recording: names, products, abbreviations, common words that are also names. */
export const distractors =
  `Abernathy, Adobe Acrobat, Aktobe, Albuterol, Amlodipine, Anthropic, Apache Kafka, Atorvastatin, AWS,
Azerbaijan, Beaujolais, Bhattacharya, Bitcoin, Bloomberg, BMW, Cassandra, Celebrex, Ceylon, Chardonnay, Cisco, Cloudflare,
CRM, Cthulhu, Daenerys, Databricks, DBT, Dijkstra, Django, Djibouti, Docker, Duolingo, Elasticsearch, Erdogan, Etsy, Fauci,
FedEx, Figma, Fitzgerald, GPT-4, GitHub, Goethe, Gorbachev, GraphQL, Gruyere, Guadalajara, Hasbro, HIPAA, Hydroxychloroquine,
Ibuprofen, iPhone, Jira, K8s, Kaczynski, Kierkegaard, Kyrgyzstan, Lamborghini, Lisinopril, Llewellyn, Mahabharata, McDonald,
Metformin, MongoDB, Montreux, New York Times, Nietzsche, Nvidia, Okta, Omeprazole, O'Neill, Ozempic, Pfizer, Pinot Noir,
PostgreSQL, PyTorch, Qatar, QuickBooks, Rachmaninoff, Redis, Rosenberg, Salesforce, SAP, Schopenhauer, Slack, Snowflake,
Spotify, SQL, Stravinsky, Tableau, TikTok, Tucson, Tylenol, Uzbekistan, VMware, Volkswagen, Wojciechowski, Worcestershire,
Xerox, Yosemite, Zendesk, Zuckerberg`
    .split(',')
    .map((term) => term.trim());

/** A plain text that shares no names with the recordings. */
export const ordinaryContext = `This is the monthly meeting of the housing committee on Thursday evening in the community hall. The chair,
Margaret Ellis, opens the meeting and welcomes two new members, Daniel Fischer and Priya Raman. First we go through the minutes of
the last meeting, then the treasurer explains the budget for the coming year: heating costs have gone up by nearly a third, while the
money from renting out the hall to the dance school has stayed the same. After that there is a report from the architect, Mr Kowalczyk,
about the roof. He has asked three companies for an offer, among them Brightwell and Harrington Roofing, and will show photographs of the
damage above the library. Members may ask how long the work takes, whether the children's library can stay open, and who pays when it
becomes more expensive than planned. The committee then talks about the garden behind the house, where volunteers have planted apple
trees, and about the noise from the new restaurant on Westbourne Street. Somebody from the city council, probably Councillor Adeyemi,
will explain the new rules for parking and the timetable of the tram line 14B. At the end there is time for everything else, such as
the summer party, the second-hand book sale, the lost keys, and the coffee machine that nobody has repaired since January. Please write
names as they are spelled here, keep to the order of the agenda, and leave out small talk before the meeting begins.`;
