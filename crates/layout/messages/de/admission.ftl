# Berufe, die eine Behinderung bestätigen.
certifier-physician = Ärztin oder Arzt
certifier-ophthalmologist = Augenärztin oder Augenarzt
certifier-optometrist = Optometristin oder Optometrist
certifier-psychologist = Psychologin oder Psychologe
certifier-nurse = Pflegefachkraft
certifier-therapist = Therapeutin oder Therapeut
certifier-vision-teacher = Lehrkraft für blinde und sehbehinderte Menschen
certifier-special-education-teacher = Lehrkraft für Sonderpädagogik
certifier-librarian = Bibliothekarin oder Bibliothekar
certifier-social-worker = Sozialarbeiterin oder Sozialarbeiter
certifier-other = Ein anderer Beruf, der die Behinderung kennt
