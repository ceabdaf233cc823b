"""Small networks in bots: a documented file, run compiled, inside compiled policies too.

A net is made elsewhere, by PyTorch say, and written as an ``.npz`` (see `file`)::

    layers = []
    for part in model:                                   # a torch.nn.Sequential
        numbers = [p.detach().numpy() for p in part.parameters()]
        if isinstance(part, torch.nn.Linear):
            layers.append(("dense", numbers[0].T, numbers[1]))
        elif isinstance(part, torch.nn.LayerNorm):
            layers.append(("norm", *numbers))
        elif isinstance(part, torch.nn.ReLU):
            layers.append(("relu",))
    sa.net.save("mine.npz", layers)

A dense layer of Flax (JAX) is ``("dense", params["kernel"], params["bias"])``; its layer norm
``("norm", params["scale"], params["bias"], 1e-6)``.  Then::

    net = sa.net.load("mine.npz")
    net(observations)                                    # [n, inputs] -> float32[n, outputs]

and in a policy, which gets the net by a number among its parameters::

    @sa.template
    def policy(state, seat, legal, rng, params, scratch):
        rules.observe(state, seat, x)                    # uint8[OBSERVATION_SIZE]
        forward(net_at(params[0]), x, out)               # schnapsen_ai.net.forward

    class Mine(sa.CompiledBot):
        policy = staticmethod(policy)

        def params(self):
            return [sa.net.load("mine.npz").handle]
"""

from ..base.faces import face

__getattr__ = face(
    __name__, {"Net": "file", "load": "file", "save": "file", "LAYERS": "file"}
)
