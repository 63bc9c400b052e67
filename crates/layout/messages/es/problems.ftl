# Lo que sale mal.
not-found-heading = Esta página no existe
not-found-text = Puede que la dirección tenga un error, o que la página ya no exista. Si ha seguido un enlace a un libro, es posible que el libro se haya retirado.
closed-heading = No tiene acceso a este contenido
forbidden-text = Su cuenta no da acceso a esta página. Si tiene otra cuenta, cierre la sesión e iníciela con esa. Si necesita la página, pregunte al personal de la biblioteca, o al profesor o a la persona de contacto de su organización.
stale-heading = Este formulario ya no es válido
stale-text = Ha estado abierto demasiado tiempo, o entretanto ha iniciado o cerrado sesión. No se ha cambiado nada. Vuelva atrás, cargue la página de nuevo y envíe el formulario otra vez.
refused-heading = No se ha podido hacer
refused-text = La biblioteca no ha podido aceptar lo que ha enviado. No se ha cambiado nada.
unreadable-text = Lo que ha enviado no se puede leer o es demasiado largo. No se ha cambiado nada.
long-address-heading = Esta dirección es demasiado larga
long-address-text = Pide más de lo que una página puede mostrar. No se ha cambiado nada. Empiece una nueva búsqueda con menos condiciones.
wait-heading = Espere un momento, por favor
wait-text = { $count ->
    [one] Puede volver a intentarlo dentro de un segundo.
   *[other] Puede volver a intentarlo dentro de { $count } segundos.
}
filling-heading = El catálogo se está preparando
filling-text = La biblioteca acaba de iniciarse y todavía está leyendo sus libros. Todo va bien.
busy-heading = La biblioteca está muy ocupada
busy-text = En este momento muchos visitantes que no han iniciado sesión piden páginas. Inicie sesión o vuelva a intentarlo dentro de unos segundos. Quienes han iniciado sesión no esperan.
unavailable-heading = La biblioteca no está disponible en este momento
unavailable-text = El problema es nuestro. Vuelva a intentarlo dentro de unos minutos, por favor.
trouble-heading = Algo ha salido mal
trouble-text = El problema es nuestro y ha quedado registrado. Vuelva a intentarlo más tarde, por favor.
