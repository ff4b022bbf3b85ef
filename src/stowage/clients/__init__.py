"""Other services of OpenStack, as ours ask them."""
