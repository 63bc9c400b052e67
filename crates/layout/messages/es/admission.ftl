# Profesiones que confirman una discapacidad.
certifier-physician = Médica o médico
certifier-ophthalmologist = Oftalmóloga u oftalmólogo
certifier-optometrist = Optometrista
certifier-psychologist = Psicóloga o psicólogo
certifier-nurse = Enfermera o enfermero
certifier-therapist = Terapeuta
certifier-vision-teacher = Docente de personas ciegas o con baja visión
certifier-special-education-teacher = Docente de educación especial
certifier-librarian = Bibliotecaria o bibliotecario
certifier-social-worker = Trabajadora o trabajador social
certifier-other = Otra profesión que conoce la discapacidad
