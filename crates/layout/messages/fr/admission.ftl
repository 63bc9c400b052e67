# Professions qui attestent un handicap.
certifier-physician = Médecin
certifier-ophthalmologist = Ophtalmologue
certifier-optometrist = Optométriste
certifier-psychologist = Psychologue
certifier-nurse = Infirmière ou infirmier
certifier-therapist = Thérapeute
certifier-vision-teacher = Enseignante ou enseignant pour élèves aveugles ou malvoyants
certifier-special-education-teacher = Enseignante ou enseignant spécialisé
certifier-librarian = Bibliothécaire
certifier-social-worker = Travailleuse ou travailleur social
certifier-other = Autre profession qui connaît le handicap
