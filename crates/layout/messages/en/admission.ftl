# Professionals who confirm disabilities.
certifier-physician = Physician
certifier-ophthalmologist = Ophthalmologist
certifier-optometrist = Optometrist
certifier-psychologist = Psychologist
certifier-nurse = Nurse
certifier-therapist = Therapist
certifier-vision-teacher = Teacher of the blind and visually impaired
certifier-special-education-teacher = Special education teacher
certifier-librarian = Librarian
certifier-social-worker = Social worker
certifier-other = Another professional who knows the disability
